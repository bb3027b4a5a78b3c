-- One text for SQLite and PostgreSQL: only BIGINT, TEXT, BYTEA and DOUBLE PRECISION.
-- Times are Unix milliseconds. Deals, seatings, seats and entries are numbered from 0.

create table tournament (
    id BIGINT not null primary key,
    name TEXT not null unique,
    contest TEXT not null,          -- the contest file as it was read
    folder TEXT not null,           -- where its commands run
    commitment TEXT not null,       -- hash of the master key, published before the first deal
    build TEXT not null,            -- the croupier that began it
    created BIGINT not null,
    finished BIGINT                 -- null while deals are left; the key is secret until then
);

-- Apart from the tournament, so that a worker may read that and not this.
create table secret (
    tournament BIGINT not null primary key references tournament (id),
    master_key BYTEA not null
);

create table artifact (
    sha256 TEXT not null primary key,
    bytes BYTEA not null
);

create table entry (
    tournament BIGINT not null references tournament (id),
    number BIGINT not null,
    name TEXT not null,
    command TEXT not null,          -- a command or one of our players, as `croupier match` takes it
    sha256 TEXT not null,           -- of the program as records name it
    artifact TEXT references artifact (sha256),
    withdrawn BIGINT,               -- when
    primary key (tournament, number)
);

-- What happened to entries between runs.
create table entry_change (
    tournament BIGINT not null references tournament (id),
    number BIGINT not null,
    entry BIGINT not null,
    at BIGINT not null,
    what TEXT not null,             -- withdrawn, replaced
    command TEXT not null,          -- before the change
    sha256 TEXT not null,
    primary key (tournament, number)
);

-- Pairings of Swiss and knockout, stored once when a round begins.
create table round (
    tournament BIGINT not null references tournament (id),
    number BIGINT not null,
    stage BIGINT not null,          -- rounds of one stage are one round and its extra deals
    first_deal BIGINT not null,
    deals BIGINT not null,          -- for each encounter
    encounters TEXT not null,       -- entries of each, as in `0-3 1-2`
    byes TEXT not null,             -- entries, as in `4`
    primary key (tournament, number)
);

create table "match" (
    tournament BIGINT not null references tournament (id),
    deal BIGINT not null,
    seating BIGINT not null,
    round BIGINT not null,
    entries TEXT not null,          -- in each seat
    payoffs TEXT not null,          -- of each seat
    ending TEXT not null,
    times TEXT not null,            -- of each seat: decisions/clock/slowest/cpu/lag in microseconds
    finished BIGINT not null,
    worker TEXT not null,           -- empty for the runner itself
    record BYTEA not null,          -- zstd
    primary key (tournament, deal, seating)
);

create table bot_log (
    tournament BIGINT not null,
    deal BIGINT not null,
    seating BIGINT not null,
    seat BIGINT not null,
    entry BIGINT not null,
    bytes BYTEA not null,
    primary key (tournament, deal, seating, seat)
);

create table worker (
    name TEXT not null primary key,
    host TEXT not null,
    build TEXT not null,
    sandbox TEXT not null,
    tables BIGINT not null,
    started BIGINT not null,
    seen BIGINT not null
);

create table trouble (
    tournament BIGINT not null,
    deal BIGINT not null,
    at BIGINT not null,
    worker TEXT not null,
    what TEXT not null
);
create index trouble_of on trouble (tournament, at);

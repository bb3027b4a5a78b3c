-- Tournaments on many machines.

-- What workers hand in. The record says everything; it is counted (moved to "match") only after it was replayed and
-- compared with the plan.
create table submission (
    tournament BIGINT not null,
    deal BIGINT not null,
    seating BIGINT not null,
    worker TEXT not null,
    at BIGINT not null,
    record BYTEA not null,          -- zstd
    logs BYTEA not null,            -- zstd: for each seat, four bytes of length and the end of its standard error
    primary key (tournament, deal, seating)
);

-- What the machines of a tournament have in common.
create table pin (
    tournament BIGINT not null references tournament (id),
    what TEXT not null,
    value TEXT not null,
    primary key (tournament, what)
);

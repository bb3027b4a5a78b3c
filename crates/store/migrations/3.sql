-- Tables in the browser. A match is its key and its entries; everything else follows from them.

create table web_table (
    id TEXT not null primary key,
    terms TEXT not null,            -- JSON: the terms never change
    number BIGINT not null,         -- of the match that is played, from 1
    listed BIGINT not null,         -- 1: the lobby shows it
    created BIGINT not null,
    touched BIGINT not null         -- the last time somebody played or sat down
);
create index web_table_touched on web_table (touched);

-- The seats of people. Tokens are stored as hashes.
create table web_seat (
    web_table TEXT not null references web_table (id),
    seat BIGINT not null,
    invitation TEXT,                -- null once somebody sits
    token TEXT,                     -- null until somebody sits
    person TEXT,                    -- whose browser, for the list of matches
    name TEXT,
    primary key (web_table, seat)
);
create index web_seat_person on web_seat (person);

create table web_match (
    web_table TEXT not null references web_table (id),
    number BIGINT not null,
    deal_key BYTEA not null,
    earlier BIGINT not null,        -- entries of earlier matches at the table
    started BIGINT not null,
    finished BIGINT,
    record TEXT,                    -- once it is over
    primary key (web_table, number)
);

create table web_entry (
    web_table TEXT not null,
    number BIGINT not null,         -- from 1, over all matches at the table
    seat BIGINT not null,
    request BIGINT,                 -- the client's number, by which a repeated request is known
    what TEXT not null,
    at BIGINT not null,
    primary key (web_table, number)
);

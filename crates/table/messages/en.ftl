# What the referee says, in English. The games' messages are in crates/games/messages/en.ftl.

## Answers that are not accepted

no-action = { $why }
not-your-turn = { $seat-is ->
    [you] it is your turn
   *[other] { $seat } is to move
}
not-asked = you were not asked
too-late-to-undo = you cannot take a move back once another seat has seen it, or you have seen a new card since
answer-too-long = expected an action, found a line of { $count } bytes
answer-no-text = expected an action, found bytes that are not text

## How a match is forfeited: what a player did, after its name

forfeit-illegal = answered { $answer }, which is illegal
forfeit-unparsable = answered { $answer }, which is not an action
forfeit-unasked = wrote { $answer } before it was asked
forfeit-out-of-time = ran out of time: the answer took { $took } ms, the clock had { $had } ms left
forfeit-out-of-memory = ran out of memory
forfeit-too-many-threads = had more threads than a bot may have
forfeit-exit = exited with code { $code } before the match was over
forfeit-signal = was killed by signal { $signal } before the match was over
forfeit-closed-pipe = closed its input or output before the match was over
forfeit-stalled = did not read its first line within the start-up time
forfeit-flood = wrote more than one line, a line that never ended, or too much to standard error
forfeit-forbidden-call = made a system call that bots may not make
forfeit-out-of-cpu = used more processor time than a whole match may take
forfeit-not-started = could not be started
forfeit-left = left the table

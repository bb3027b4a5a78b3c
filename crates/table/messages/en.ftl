# What the referee says, in English. The games' messages are in crates/games/messages/en.ftl.

## Answers that are not accepted

no-action = { $why }
not-your-turn = { $seat-is ->
    [you] it is your turn
   *[other] it is the turn of { $seat }
}
not-asked = you were not asked
too-late-to-undo = your last move cannot be taken back: the others have seen it, or you have seen a new card
nothing-to-undo = there is nothing to take back
answer-too-long = the answer is too long to be an action: { $count } bytes
answer-no-text = the answer is not valid text (UTF-8)

## How a match is forfeited: what a player did, after its name

forfeit-illegal = answered { $answer }, which is illegal
forfeit-unparsable = answered { $answer }, which is not an action
forfeit-unasked = wrote { $answer } before it was asked
forfeit-out-of-time = ran out of time: the answer took { $took } ms, the clock had { $had } ms left
forfeit-out-of-memory = used more memory than a bot may have (--memory)
forfeit-too-many-threads = had more threads than a bot may have (--threads-limit)
forfeit-exit = exited with code { $code } before the match was over
forfeit-signal = was killed by signal { $signal } before the match was over
forfeit-closed-pipe = closed its input or output before the match was over
forfeit-stalled = did not start in time: it never read its first line
forfeit-flood = wrote too much: more than one line, a line without end, or too much to standard error
forfeit-forbidden-call = made a system call that bots may not make (which one is unknown): see docs/sandbox.md
forfeit-forbidden-call-named = called { $call }(2), which bots may not: see docs/sandbox.md
forfeit-out-of-cpu = used more processor time than a match allows (--cpu)
forfeit-not-started = could not be started
forfeit-left = left the table

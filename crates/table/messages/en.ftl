# What the referee says, in English. The games' messages are in crates/games/messages/en.ftl.

## Answers that are not accepted

no-action = { $why }
not-your-turn = { $seat-is ->
    [you] it is your turn
   *[other] { $seat } is to move
}
not-asked = nobody has asked you
too-late-to-undo = there is nothing of yours that can be taken back: others have seen it, or you have learned something by it
answer-too-long = expected an action, found a line of { $count } bytes
answer-no-text = expected an action, found bytes that are no text

## How a match is forfeited: what a player did, after its name

forfeit-illegal = answered { $answer }, which is illegal
forfeit-unparsable = answered { $answer }, which is no action
forfeit-unasked = wrote { $answer } without being asked
forfeit-out-of-time = ran out of time: { $took } ms of { $had } ms
forfeit-out-of-memory = ran out of memory
forfeit-exit = ended in mid-match with exit code { $code }
forfeit-signal = was ended in mid-match by signal { $signal }
forfeit-closed-pipe = closed its input or output in mid-match
forfeit-stalled = did not read its first line in the time allowed to start
forfeit-flood = wrote more than one line, or a line without end, or too much to standard error
forfeit-forbidden-call = made a system call that bots may not make
forfeit-out-of-cpu = used up the processor time of a whole match
forfeit-not-started = could not be started
forfeit-left = left the table

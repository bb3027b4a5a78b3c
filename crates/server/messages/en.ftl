# What the pages and the table in the browser say, in English.

## Games

game-tractor = Tractor
game-mau-mau = Mau-Mau
game-durak = Durak
game-house = House of Cards
game-uno = Uno

## At the table

table-waits = the table waits for players
not-a-seat = you only watch this table
not-begun = the match has not begun
not-over = the match is not over
no-hints = hints are off at this table
no-undo = only against our players can a move be taken back
too-fast = too many messages; wait a moment
too-long = the message is too long
not-understood = this message is not understood
stale = the table has moved on; look again
busy = the table is busy; try again
not-saved = this could not be saved and was not played; try again
not-host = only the host can begin the match, and only once
lost = this table cannot be opened: { $why }

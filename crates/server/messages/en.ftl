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
only-choice = there is only one choice
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

## Pages

guest = Guest
play-now = Play now
your-matches = Your matches
invitation = Invitation
sit-down = Sit down
back = Back
seat-taken = somebody else sits there
no-invitation = This invitation is not valid, or somebody has used it.
no-such-page = There is no such page.
no-such-table = There is no such table. Tables that nobody visits are forgotten after a while.
no-record = There is no record yet: it is written when the match is over.
bad-form = Something in the form is wrong.
too-many = You have made too many tables or connections. Try again later.
foreign-host = This server does not answer to that name.
foreign-origin = This request does not come from one of our pages.
stopping = The server restarts. Try again in a moment.
broken = Something went wrong. Nothing you played is lost.

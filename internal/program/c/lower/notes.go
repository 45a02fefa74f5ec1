package lower

// What notes say: programs recognise some of them.
const (
	// NoBody ends the note about a function of which nothing is known.
	NoBody = " has no body: it has no side effects, and its result is unknown"
	// OrderChosen begins the note that operands are evaluated in an order that C leaves open.
	OrderChosen = "operands are evaluated from left to right, which C leaves open"
	// changesWhatIsRead ends it.
	changesWhatIsRead = "another one may change what is read here"
)

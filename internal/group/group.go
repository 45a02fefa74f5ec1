// Package group starts commands in process groups of their own, so that what they start can be ended with them, and says what signals mean that end
// commands. On systems without groups and signals commands end alone, and by none.
//
// Own is called before a command is started. Kill ends it with everything that is still in its group; that it has ended already is no error for
// who ends what may be left, and nothing happens if it has not been started.
package group

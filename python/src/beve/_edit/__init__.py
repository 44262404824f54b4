"""Changes to encoded documents without decoding them, whatever their format.

A `Form` says how values lie, and the rest is the same for each: one change is one splice of
bytes (_single.py); several are made on a tree that is opened where they lead to, and written
in one pass (_tree.py, _apply.py); _diff.py finds the changes between two documents. Parts of
a document are those of its JSON form, as in a View, and of repeated keys the last counts.

Walks into values are generators that yield the walks within them, so that depth does not
depend on Python's recursion limit.
"""

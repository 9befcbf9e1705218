"""closed_output.py COMMAND...: runs a command whose standard output nobody reads: who did has left."""
import os
import signal
import sys

ours, output = os.pipe()
os.close(ours)
os.dup2(output, 1)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])

"""One module a command: `arguments(parser, words)` declares, `run(args, words)` carries out."""

from bob.cli import main

raise SystemExit(main())

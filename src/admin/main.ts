// The command line: npm run admin -- COMMAND [options] [--json]. Scripts call it, one process per command.
import { run } from "./run.js";

const { status, stdout, stderr } = await run(process.argv.slice(2));
process.stderr.write(stderr);
process.stdout.write(stdout);
process.exitCode = status;

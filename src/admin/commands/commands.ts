import { accountCommands } from "./account-commands.js";
import type { Command } from "./command.js";
import { installationCommands } from "./installation-commands.js";
import { serviceCommands } from "./service-commands.js";

/** All commands, in the order of the usage text. */
export const commands: Record<string, Command> = { ...accountCommands, ...serviceCommands, ...installationCommands };

import { accountCommands } from "./account-commands.js";
import type { Command } from "./command.js";
import { serviceCommands } from "./service-commands.js";

/** All commands, in the order of the usage text. */
export const commands: Record<string, Command> = { ...accountCommands, ...serviceCommands };

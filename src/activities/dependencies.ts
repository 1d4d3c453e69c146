import type { Logger } from "pino";
import type { ChannelServers } from "../channels/channel-servers.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import type { Files } from "../files/files.js";
import type { Typesetter } from "./pdf/typesetter.js";

export interface Dependencies {
  config: Config;
  database: Database;
  log: Logger;
}

/** The dependencies with what all activities of one worker share. */
export interface Shared extends Dependencies {
  channelServers: ChannelServers;
  files: Files;
  typesetter: Typesetter;
}

import type { Config } from "../../config.js";
import { withDatabase } from "../../db/database.js";
import { acceptSecretKey } from "../../db/installation.js";
import { rotateSecrets, unreadableSecrets } from "../../db/rotate-secrets.js";
import { invalid } from "../../domain/errors.js";
import { readSecrets } from "../../launch/data-dir/secrets.js";
import { commandConfig } from "../connection.js";
import { type Command, text } from "./command.js";

/** Commands for the installation as a whole. */
export const installationCommands: Record<string, Command> = {
  doctor: {
    usage: `
        checks the whole installation and says what is wrong; exits with 1 if something keeps it from working`,
    runAlone: async (_, config) => {
      const { examine } = await import("../doctor/examine.js");
      const result = await examine(config);
      return { result, failed: !result.healthy };
    },
  },
  "backup create": {
    usage: `--to FILE
        saves database, files and secrets, encrypted with BACKUP_PASSPHRASE, while everything runs`,
    required: ["to"],
    runAlone: async (values, config) => {
      const { createBackup } = await import("../backup/create.js");
      return { result: await createBackup(commandConfig(config), text(values, "to")) };
    },
  },
  "backup restore": {
    usage: `--from FILE
        restores into an empty DATA_DIR, or into the empty database of DATABASE_URL (as its owner); needs BACKUP_PASSPHRASE`,
    required: ["from"],
    runAlone: async (values, config) => {
      const { restoreBackup } = await import("../backup/restore.js");
      const result = await restoreBackup(config, text(values, "from"));
      const remark = "Start Pratica: follow-ups, deadlines and queued messages then go on.";
      const secret = `SECRET_KEY of this database is in ${result.secretsFile}, as secretKey; SECRET_KEY_PREVIOUS, if there is one, as previousSecretKey. `;
      return { result, remark: `${config.DATABASE_URL && result.secretsFile ? secret : ""}${remark}` };
    },
  },
  "secrets rotate": {
    usage: `
        encrypts again with SECRET_KEY what SECRET_KEY_PREVIOUS encrypted; may be interrupted and repeated`,
    run: async (_, database, config) => {
      const result = await rotateSecrets(database, config);
      if (result.unreadable === 0) return { result, remark: rotationRemark(config) };
      const unreadableIn = Object.fromEntries(await unreadableSecrets(database, config));
      return { result: { ...result, unreadableIn }, remark: rotationRemark(config, unreadableIn) };
    },
  },
  "secret-key accept": {
    usage: `
        accepts the present SECRET_KEY as the right one; what another key encrypted stays unreadable`,
    runAlone: async (_, config) => {
      const secrets = readSecrets(config.DATA_DIR);
      const secretKey = config.SECRET_KEY ?? secrets?.secretKey;
      if (!secretKey)
        throw invalid("SECRET_KEY is not set: set the one to accept, or give the DATA_DIR whose secrets.json has it.");
      const accept = (url: string) => withDatabase(url, (database) => acceptSecretKey(database, secretKey));
      // Where npm start refused to start because of the key, nothing runs.
      if (config.DATABASE_URL || !secrets) await accept(commandConfig(config).DATABASE_URL);
      else {
        const { withEmbeddedPostgres } = await import("../embedded-postgres.js");
        await withEmbeddedPostgres(config.DATA_DIR, secrets.postgresPassword, accept);
      }
      return { result: { accepted: true } };
    },
  },
};

function rotationRemark({ SECRET_KEY_PREVIOUS }: Config, unreadableIn: Record<string, number> = {}): string {
  const done = "Everything that can be read is encrypted with SECRET_KEY now.";
  const next = SECRET_KEY_PREVIOUS ? " Remove SECRET_KEY_PREVIOUS, and start Pratica again." : "";
  const named = Object.entries(unreadableIn).map(([place, count]) => `${count} in ${place}`);
  const left = named.length > 0 ? ` Can't be read: ${named.join(", ")}. Set again what they were for.` : "";
  return `${done}${next}${left}`;
}

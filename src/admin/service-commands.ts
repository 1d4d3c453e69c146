import { rotateOAuthKeys } from "../accounts/oauth-keys.js";
import { type Command, present, text } from "./command.js";
import { setAi, setChannel, unsetAi } from "./provision.js";

const aiOptions = {
  baseUrl: "base-url",
  apiKey: "api-key",
  inputPriceEur: "input-price-eur",
  outputPriceEur: "output-price-eur",
};

/** Commands for signing in, workflows, channels and language models. */
export const serviceCommands: Record<string, Command> = {
  "sign-in rotate-keys": {
    usage: `
        makes new keys for signing in by OAuth, in use within a minute; what was signed with the old ones stays good for a day`,
    required: [],
    optional: [],
    run: async (_, database, config) => ({ result: await rotateOAuthKeys(database, config) }),
  },
  "workflows list": {
    usage: `--project ID
        what runs, or ran in the last 30 days, for a project, and what it waits for`,
    required: ["project"],
    optional: [],
    run: async (values, _, config) => {
      // Temporal's client is slow to load, and most commands don't need it.
      const { withTemporal } = await import("./temporal.js");
      const { listWorkflows } = await import("./list-workflows.js");
      return { result: await withTemporal(config, (client) => listWorkflows(client, text(values, "project"))) };
    },
  },
  "workflows repair": {
    usage: `
        compares the rows that should be watched with the workflows that run, and orders the start of what is missing`,
    required: [],
    optional: [],
    run: async (_, database, config) => {
      const { withTemporal } = await import("./temporal.js");
      const { repairWorkflows } = await import("./repair-workflows.js");
      const result = await withTemporal(config, (client) => repairWorkflows(database, client));
      const remark = `Ordered: ${result.ordered}. The API hands orders to Temporal while it runs.`;
      return { result, ...(result.ordered > 0 ? { remark } : {}) };
    },
  },
  "channel set": {
    usage: `--organization ID --channel email --smtp-url URL [--imap-url URL] [--from ADDRESS]
        this version sends by e-mail only: the channels pec, whatsapp and sms are refused`,
    required: ["organization", "channel"],
    optional: ["smtp-url", "imap-url", "from", ...otherChannelsOptions()],
    private: ["smtp-url", "imap-url"],
    run: async (values, database, config) => ({
      result: await setChannel(database, config, {
        organizationId: text(values, "organization"),
        channel: text(values, "channel"),
        ...present(values, { smtpUrl: "smtp-url", imapUrl: "imap-url", from: "from" }),
      }),
      ...(values["imap-url"] === undefined ? {} : { remark: "--imap-url is kept, but this version reads no mail." }),
    }),
  },
  "ai set": {
    usage: `--organization ID --provider openai-compatible|openai|anthropic --model NAME [--base-url URL] [--api-key KEY]
        [--input-price-eur P --output-price-eur P]
        the organization's own language model, in place of the installation's (AI_*); prices are per million tokens`,
    required: ["organization", "provider", "model"],
    optional: Object.values(aiOptions),
    private: ["api-key"],
    run: async (values, database, config) => ({
      result: await setAi(database, config, {
        organizationId: text(values, "organization"),
        provider: text(values, "provider"),
        model: text(values, "model"),
        ...present(values, aiOptions),
      }),
    }),
  },
  "ai unset": {
    usage: `--organization ID
        the organization has the installation's language model again`,
    required: ["organization"],
    optional: [],
    run: async (values, database) => ({ result: await unsetAi(database, text(values, "organization")) }),
  },
};

/** Accepted here, so that the refusal of another channel names the channel and not an unknown option. */
function otherChannelsOptions(): string[] {
  const whatsapp = ["phone-number-id", "access-token", "app-secret", "verify-token"];
  return [...whatsapp, "provider", "account-sid", "auth-token", "base-url"];
}

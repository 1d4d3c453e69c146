import { rotateOAuthKeys } from "../../accounts/oauth-keys.js";
import { optionName } from "../../accounts/option-name.js";
import { wantNewWorkflows } from "../../db/installation.js";
import { secretSettings, settingNames } from "../../domain/messages/channel-settings.js";
import { setAi, setChannel, testChannel, unsetAi, unsetChannel } from "../provision.js";
import { type Command, present, text } from "./command.js";

const channelSettings = [...new Set(Object.values(settingNames).flat())];
const aiSettings = ["baseUrl", "apiKey", "inputPriceEur", "outputPriceEur"];

/** Commands for signing in, workflows, channels and language models. */
export const serviceCommands: Record<string, Command> = {
  "sign-in rotate-keys": {
    usage: `
        makes new keys for OAuth sign-in, in use within a minute; what the old ones signed stays valid for a day`,
    run: async (_, database, config) => ({ result: await rotateOAuthKeys(database, config) }),
  },
  "workflows list": {
    usage: `--project ID
        lists the workflows that run, or ran in the last 30 days, for a project, and what each waits for`,
    required: ["project"],
    run: async (values, _, config) => {
      // Temporal's client is slow to load, and most commands don't need it.
      const { withTemporal } = await import("../temporal.js");
      const { listWorkflows } = await import("../list-workflows.js");
      return { result: await withTemporal(config, (client) => listWorkflows(client, text(values, "project"))) };
    },
  },
  "workflows repair": {
    usage: `
        compares the rows that should be watched with the running workflows, and starts those that are missing`,
    run: async (_, database, config) => {
      const { withTemporal } = await import("../temporal.js");
      const { repairWorkflows } = await import("../repair-workflows.js");
      const result = await withTemporal(config, (client) => repairWorkflows(database, client));
      const remark = `Ordered: ${result.ordered}. The API hands orders to Temporal while it runs.`;
      return { result, ...(result.ordered > 0 ? { remark } : {}) };
    },
  },
  "workflows restart": {
    usage: `
        ends the open workflows and starts all anew from the rows, where the database or Temporal lost changes that the other still knows`,
    run: async (_, database) => {
      await wantNewWorkflows(database);
      return { result: { wanted: true }, remark: "A worker does so within some seconds, or at its next start." };
    },
  },
  "channel set": {
    usage: `--organization ID --channel email|pec --smtp-url URL [--imap-url URL] [--from ADDRESS] [--reply-address tagged|plain]
  channel set --organization ID --channel whatsapp --phone-number-id N --access-token T --app-secret S --verify-token V
        [--base-url URL] [--template-name NAME] [--template-language it]
  channel set --organization ID --channel sms --provider twilio --account-sid S --auth-token T --from NUMBER [--base-url URL]
        sets how the organization sends by this channel, replacing the earlier settings; with --imap-url that mailbox is read`,
    required: ["organization", "channel"],
    optional: channelSettings.map(optionName),
    private: secretSettings.map(optionName),
    run: async (values, database, config) => ({
      result: await setChannel(database, config, {
        organizationId: text(values, "organization"),
        channel: text(values, "channel"),
        given: present(values, channelSettings),
      }),
    }),
  },
  "channel test": {
    usage: `--organization ID --channel email|pec|whatsapp|sms [--phone NUMBER]
        tries a channel: for email and pec it sends a message to the organization's own address and opens the mailbox, marking nothing;
        for whatsapp and sms it sends one to the phone, if given`,
    required: ["organization", "channel"],
    optional: ["phone"],
    run: async (values, database, config) => {
      const [organizationId, channel] = [text(values, "organization"), text(values, "channel")];
      const phone = String(values.phone ?? "");
      const result = await testChannel(database, config, organizationId, channel, phone);
      return { result, failed: !result.ok };
    },
  },
  "channel unset": {
    usage: `--organization ID --channel email|pec|whatsapp|sms
        removes a channel: nothing more is sent or read by it`,
    required: ["organization", "channel"],
    run: async (values, database) => ({
      result: await unsetChannel(database, {
        organizationId: text(values, "organization"),
        channel: text(values, "channel"),
      }),
    }),
  },
  "ai set": {
    usage: `--organization ID --provider openai-compatible|openai|anthropic --model NAME [--base-url URL] [--api-key KEY]
        [--input-price-eur P --output-price-eur P]
        sets the organization's own language model, in place of the installation's (AI_*); prices are in euro per million tokens`,
    required: ["organization", "provider", "model"],
    optional: aiSettings.map(optionName),
    private: ["api-key"],
    run: async (values, database, config) => ({
      result: await setAi(database, config, {
        organizationId: text(values, "organization"),
        provider: text(values, "provider"),
        model: text(values, "model"),
        ...present(values, aiSettings),
      }),
    }),
  },
  "ai unset": {
    usage: `--organization ID
        the organization uses the installation's language model again`,
    required: ["organization"],
    run: async (values, database) => ({ result: await unsetAi(database, text(values, "organization")) }),
  },
};

import { defineSignal, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { handOver, quick } from "./activities.js";
import { patiently } from "./patiently.js";

export interface SendAccountMailInput {
  organizationId: string;
  linkId: string;
}
export const sendAccountMailId = (linkId: string): string => `send-account-mail:${linkId}`;

/** Comes with a start where the run was lost or ended by hand; one that runs goes on as it is. */
export const sendAccountMailAgain = defineSignal("sendAccountMailAgain");

/** Sends an invitation, or the way to a new password. */
export async function sendAccountMail(input: SendAccountMailInput): Promise<string> {
  setHandler(sendAccountMailAgain, () => undefined);
  setCurrentDetails("Handing the mail over.");
  const result = await patiently(() => handOver.handOverAccountMail(input));
  if (result === null) await quick.giveUpAccountMail(input);
  const outcome = result?.outcome ?? "failed";
  setCurrentDetails(`The mail is ${outcome}.`);
  return outcome;
}

import { deleteThread } from "./delete-thread.js";
import { fileThread } from "./file-thread.js";
import { getThread } from "./get-thread.js";
import { listThreads } from "./list-threads.js";
import { replyToThread } from "./reply-to-thread.js";
import { sendMessageAction } from "./send-message.js";
import { setThreadStatus } from "./set-thread-status.js";

export const inboxActions = [
  fileThread,
  setThreadStatus,
  sendMessageAction,
  replyToThread,
  deleteThread,
  listThreads,
  getThread,
] as const;

import { AiRun } from "./ai-run.js";
import { BillOfQuantities } from "./bill-of-quantities.js";
import { Contact } from "./contact.js";
import { Delivery } from "./delivery.js";
import { Document } from "./document.js";
import { DocumentRevision } from "./document-revision.js";
import { Message } from "./message.js";
import { Organization } from "./organization.js";
import { PriceBook } from "./price-book.js";
import { Project } from "./project.js";
import { ProjectContact } from "./project-contact.js";
import { ProjectShare } from "./project-share.js";
import { QuoteLink } from "./quote-link.js";
import { Reminder } from "./reminder.js";
import { StoredFile } from "./stored-file.js";
import { Submission } from "./submission.js";
import { Task } from "./task.js";
import { Template } from "./template.js";
import { Thread } from "./thread.js";

/** Every entity that TypeORM maps. Each table outside this list is written in one place only, in SQL. */
export const entities = [
  AiRun,
  BillOfQuantities,
  Contact,
  Delivery,
  Document,
  DocumentRevision,
  Message,
  Organization,
  PriceBook,
  Project,
  ProjectContact,
  ProjectShare,
  QuoteLink,
  Reminder,
  StoredFile,
  Submission,
  Task,
  Template,
  Thread,
];

import { createDocument } from "./create-document.js";
import { createDocumentFromTemplate } from "./create-document-from-template.js";
import { deleteDocument } from "./delete-document.js";
import { deleteTemplate } from "./delete-template.js";
import { draftDocumentFromInstructions } from "./draft-document-from-instructions.js";
import { draftQuoteFromBillOfQuantities } from "./draft-quote-from-bill-of-quantities.js";
import { getDocument } from "./get-document.js";
import { issueDocument } from "./issue-document.js";
import { listDocuments } from "./list-documents.js";
import { listTemplates } from "./list-templates.js";
import { moveDocument } from "./move-document.js";
import { renderDocumentAction } from "./render-document.js";
import { reviewDocumentAction } from "./review-document.js";
import { saveAsTemplate } from "./save-as-template.js";
import { sendIssuedDocument } from "./send-issued-document.js";
import { setDocumentStatus } from "./set-document-status.js";
import { updateDocument } from "./update-document.js";
import { updateQuoteLines } from "./update-quote-lines.js";
import { updateTemplate } from "./update-template.js";

export const documentActions = [
  createDocument,
  draftQuoteFromBillOfQuantities,
  updateDocument,
  deleteDocument,
  issueDocument,
  setDocumentStatus,
  sendIssuedDocument,
  saveAsTemplate,
  createDocumentFromTemplate,
  draftDocumentFromInstructions,
  reviewDocumentAction,
  deleteTemplate,
  listDocuments,
  getDocument,
  listTemplates,
  updateQuoteLines,
  moveDocument,
  updateTemplate,
  renderDocumentAction,
] as const;

import { connectContact } from "./connect-contact.js";
import { createProject } from "./create-project.js";
import { deleteProject } from "./delete-project.js";
import { deleteSubmission } from "./delete-submission.js";
import { disconnectContact } from "./disconnect-contact.js";
import { getProject } from "./get-project.js";
import { listProjects } from "./list-projects.js";
import { recordSubmission } from "./record-submission.js";
import { reopenSubmission } from "./reopen-submission.js";
import { setSubmissionOutcome } from "./set-submission-outcome.js";
import { shareProject } from "./share-project.js";
import { unshareProject } from "./unshare-project.js";
import { updateProject } from "./update-project.js";
import { updateProjectStage } from "./update-project-stage.js";
import { updateProjectStatus } from "./update-project-status.js";
import { updateSubmission } from "./update-submission.js";

export const projectActions = [
  createProject,
  updateProjectStatus,
  updateProject,
  updateProjectStage,
  connectContact,
  disconnectContact,
  deleteProject,
  shareProject,
  recordSubmission,
  setSubmissionOutcome,
  updateSubmission,
  reopenSubmission,
  unshareProject,
  deleteSubmission,
  listProjects,
  getProject,
] as const;

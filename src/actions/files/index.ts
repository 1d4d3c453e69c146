import { createDownloadLink } from "./create-download-link.js";
import { createUploadLink } from "./create-upload-link.js";
import { deleteFile } from "./delete-file.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import { updateFile } from "./update-file.js";

export const fileActions = [listFiles, readFile, updateFile, deleteFile, createDownloadLink, createUploadLink] as const;

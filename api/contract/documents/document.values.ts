/** The server's own limits of a file, so that a form tells them before anything is sent. */
export { ACCEPTED, MAX_FILE_BYTES, MAX_FILES } from '#domain/documents/media-types.values.ts'

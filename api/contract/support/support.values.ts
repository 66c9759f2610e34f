/** Limits of a message to the support, which its form tells too. */
export { MESSAGE_MAX, SUBJECT_MAX } from '#domain/support/request.values.ts'

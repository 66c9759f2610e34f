/**
 * The id of a command with an `Idempotency-Key`: target, key, and content. Sent again it is the
 * same command. Another body under the same key is recognised, and refused.
 */

const BETWEEN = '~'

/**
 * @param place of the user, the method, the concrete path and the key @param body of what is sent
 */
export const keyedCommandId = (place: string, body: string): string => `${place}${BETWEEN}${body}`

/** Constant part of an id under different bodies; the whole id of a command without a key. */
export const placeOfCommand = (commandId: string): string =>
  commandId.split(BETWEEN, 1)[0] ?? commandId

/** Whether a command came under a key. */
export const isKeyed = (commandId: string): boolean => commandId.includes(BETWEEN)

/** The longest message. @source specification, section 5 */
export const MESSAGE_MAX = 1_000
export const SUBJECT_MAX = 200

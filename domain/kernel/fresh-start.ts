/**
 * The event after which its owner begins with nothing: every read model drops the owner's documents
 * when it folds it, also in a rebuild. The log keeps what was before.
 */
export const FRESH_START = 'UserDemoReset'

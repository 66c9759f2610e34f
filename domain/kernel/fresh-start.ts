/**
 * The event after which its owner begins with nothing. Every read model drops the owner's documents
 * when it folds it, also in a rebuild. The log keeps earlier facts.
 */
export const FRESH_START = 'UserDemoReset'

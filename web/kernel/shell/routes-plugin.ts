import type { Plugin } from 'vite'

const ROUTES = /\/api\/contract\/[\w-]+\/[\w-]+\.routes\.ts$/
/** A text in quotes or backticks; backticks may hold values, but no other backtick. */
const TEXT = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/
/**
 * Access with a permission, or for all who are signed in. The browser asks which routes are public,
 * no more.
 */
const SIGNED_IN = /(?:'signed-in'|see|read|add|update|write|print|\{ permission: ['`][^'`]+['`] \})/
/** Properties on lines of their own that the server alone reads. */
const OF_SERVER = new RegExp(
  String.raw`^ *(?:summary:\s*${TEXT.source}|access: ${SIGNED_IN.source}|` +
    String.raw`perMinute: \d+|(?:heavy|withoutPlan|closedToGuests): true),\n`,
  'gm',
)

/**
 * Leaves out of the browser's bundle what routes tell the server alone: summaries, permissions and
 * limits.
 */
export const withoutServerParts = (): Plugin => ({
  name: 'without-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    ROUTES.test(id) ? { code: code.replaceAll(OF_SERVER, ''), map: null } : undefined,
})

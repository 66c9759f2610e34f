import type { Plugin } from 'vite'

const ROUTES = /\/api\/contract\/[\w-]+\.routes\.ts$/
/** A text in quotes or backticks; backticks may hold values, but no other backtick. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g

/** Leaves the summaries of routes out of the browser's bundle: OpenAPI alone tells them, on the server. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (ROUTES.test(id) ? { code: code.replaceAll(SUMMARY, "summary: ''"), map: null } : undefined),
})

import { vi } from 'vitest'

// Files share a thread and its libraries. Modules of the application keep state, such as notices
// and preferences: each file has its own.
vi.resetModules()
// Screens have a document; tests of functions have none.
if (typeof document !== 'undefined') (await import('./dom.ts')).prepareDom()

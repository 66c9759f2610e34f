import { askFirst } from './kernel/data/first-reads.ts'

// Runs before the libraries are there. A public page has no user.
if (window.location.pathname.startsWith('/admin')) {
  askFirst()
  // The browser reads its table of dates at the first question, for which the code would wait.
  Intl.DateTimeFormat().resolvedOptions()
}

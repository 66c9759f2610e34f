import { askFirst } from './kernel/data/first-reads.ts'

// Runs before the libraries are there. A public page of development has no user.
if (window.location.pathname.startsWith('/admin')) askFirst()

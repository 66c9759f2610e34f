import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** What jsdom lacks and the screens ask for. Imported first by every test that draws. */
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
) // prettier-ignore
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof window.matchMedia // jsdom has none

// The first screen of a file loads its modules and words; two cores may be busy with others.
configure({ asyncUtilTimeout: 8_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, expect } from 'vitest'

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// The editor of formatted text asks where its cursor is.
const nowhere = {
  x: 0,
  y: 0,
  top: 0,
  left: 0,
  right: 0,
  bottom: 0,
  width: 0,
  height: 0,
  toJSON: () => ({}),
}

/** Leaves nothing of the file before, which had the same document. */
function empty(): void {
  document.head.replaceChildren()
  document.body.replaceChildren()
  const html = document.documentElement
  for (const name of html.getAttributeNames()) html.removeAttribute(name)
  window.history.replaceState(null, '', '/')
}

/** Parts that jsdom lacks and the screens need, and the end of each test of a file. */
export function prepareDom(): void {
  empty()
  // Not by `vi.stubGlobal`: tests that take their own stubs back would take these too. Nothing is
  // out of sight here.
  Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver })
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // jsdom draws nothing
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  Range.prototype.getBoundingClientRect = () => nowhere
  // jsdom has none.
  window.matchMedia ??= (media: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    })

  // The router warns and goes on, and the second guard takes the first one's place. For a test that
  // is a failure.
  const { warn } = console
  let twoGuards = false
  console.warn = (...args: unknown[]) => {
    if (String(args[0]).includes('only supports one blocker')) twoGuards = true
    warn(...args)
  }
  afterAll(() => void (console.warn = warn))
  afterEach(() => {
    const failed = twoGuards
    twoGuards = false
    expect(failed, 'two guards asked the router at once').toBe(false)
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
  })
}

// The first screen of a file loads its modules and words; two cores may be busy with others.
configure({
  asyncUtilTimeout: 8_000,
  // A waiting search fails many times before it finds. The page is printed when a failure is read,
  // not each time.
  getElementError(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    let whole: string | undefined
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (whole ??= `${message ?? ''}\n\n${prettyDOM(container) || ''}`),
    })
    return error
  },
})

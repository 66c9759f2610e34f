// @vitest-environment jsdom
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { late } from '#web/kernel/ui/late.tsx'

/** Lets React work: its own turns are no timers. */
async function turns(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

test('a part shows as soon as it is there, not 300 ms after its placeholder', async () => {
  // In an act environment React holds nothing back.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const box = document.createElement('div')
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const code = Promise.withResolvers<ComponentType>()
  const Part = late(() => code.promise)
  root.render(<Part waiting="on its way" />)
  await turns()
  expect(box.textContent).toBe('on its way')
  code.resolve(() => 'there')
  await turns()
  vi.advanceTimersByTime(1)
  await turns()
  expect(box.textContent).toBe('there')
})

// @vitest-environment jsdom
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'

test('further contents are drawn after those before them are on the page', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const box = document.createElement('div')
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })
  const drawn: string[] = []
  const note = () => drawn.push(box.textContent)
  const Noted = ({ text }: { text: string }) => {
    useLayoutEffect(() => void note())
    return text
  }
  root.render(
    <>
      <Noted text="head" />
      <Afterwards>
        <Noted text=" rest" />
      </Afterwards>
    </>,
  )
  await vi.waitFor(() => expect(drawn).toEqual(['head', 'head rest']))
})

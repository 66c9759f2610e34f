/** Work that waits until the pointer is released. */
const waiting: (() => void)[] = []
let isPressed = false

if (typeof document !== 'undefined') {
  const release = () => {
    isPressed = false
    // After the click, which the browser sends where the pointer was pressed and released.
    setTimeout(() => {
      for (const act of waiting.splice(0)) act()
    })
  }
  document.addEventListener('pointerdown', () => void (isPressed = true), true)
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
}

/** Does it once no pointer is pressed: nothing moves under a click. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}

import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'

/** CSS pixels: an A4 page on the screen. Its lines break where the PDF's do. */
const PAGE_WIDTH = 680
/**
 * Below this scale the page's texts, of 13 px, are hard to read. The page can be enlarged and moved
 * about.
 */
const LEGIBLE = 0.8

/** A page at its true width, made smaller as a whole where there is less room. */
export function TruePage({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation('billing')
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(PAGE_WIDTH)
  const [enlarged, setEnlarged] = useState(false)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([entry]) =>
      setRoom(entry?.contentRect.width || PAGE_WIDTH),
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, room / PAGE_WIDTH)
  const moves = enlarged && scale < LEGIBLE
  return (
    <>
      <div
        ref={frame}
        {...(moves && {
          className: 'overflow-x-auto',
          role: 'region',
          'aria-label': label,
          tabIndex: 0,
        })}
      >
        <div
          className="true-page"
          style={scale < 1 ? { width: PAGE_WIDTH, zoom: moves ? 1 : scale } : undefined}
        >
          {children}
        </div>
      </div>
      {scale < LEGIBLE && (
        <p className="mt-2 text-end print:hidden">
          <Button
            size="sm"
            variant="quiet"
            icon={enlarged ? Minimize2 : Maximize2}
            onClick={() => setEnlarged(!enlarged)}
          >
            {t(enlarged ? 'paper.whole' : 'paper.enlarge')}
          </Button>
        </p>
      )}
    </>
  )
}

import './pdf-pages.css'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

/** One for all papers: to start another takes longer than to read a paper. */
let worker: PDFWorker | null = null
const sharedWorker = (): PDFWorker => {
  if (worker === null || worker.destroyed)
    worker = new PDFWorker({ verbosity: VerbosityLevel.ERRORS })
  return worker
}

const NONE: readonly string[] = []

/**
 * A PDF itself, page by page, with its page ends drawn. Its text can be selected. It loads a heavy
 * library, so screens import it when they show it.
 */
export function PdfPages({
  paper,
  marked = NONE,
  loading,
  onPages,
}: {
  /** Undefined while it is read. */
  paper: Blob | undefined
  /** Texts to mark on the pages. */
  marked?: readonly string[]
  /** Stands in its place until the first paper is there. */
  loading: React.ReactNode
  onPages?: (count: number) => void
}) {
  const { t } = useTranslation('kernel')
  const shown = useDocument(paper)
  useEffect(() => {
    if (shown) onPages?.(shown.numPages)
  }, [shown, onPages])
  if (!shown) return loading
  return Array.from({ length: shown.numPages }, (_, index) => (
    <div key={index}>
      <Page document={shown} number={index + 1} marked={marked} />
      {index + 1 < shown.numPages && (
        <p className="page-cut mt-3">{t('pdf.pageEnd', { page: index + 1 })}</p>
      )}
    </div>
  ))
}

/** The last paper that was read; the one before is given back. */
function useDocument(paper: Blob | undefined): PDFDocumentProxy | null {
  const [shown, setShown] = useState<PDFDocumentProxy | null>(null)
  useEffect(() => {
    if (paper === undefined) return
    let isCurrent = true
    void paper
      .arrayBuffer()
      // A page that is left while its text is read is no warning.
      .then(
        (bytes) =>
          getDocument({
            data: new Uint8Array(bytes),
            worker: sharedWorker(),
            verbosity: VerbosityLevel.ERRORS,
          }).promise,
      )
      .then((opened) => {
        if (isCurrent) setShown(opened)
        else void opened.loadingTask.destroy()
      })
    return () => {
      isCurrent = false
    }
  }, [paper])
  useEffect(() => () => void shown?.loadingTask.destroy(), [shown])
  return shown
}

/** Resolution of a drawn page, in multiples of its CSS pixels. */
const SHARPNESS = 2
/** Width that a page is drawn at least, so that a reader on a phone may enlarge it. @unit pixels */
const FINE_WIDTH = 1300

/** Whether a piece of the page's text stands in one of the texts to mark. */
const isIn = (texts: readonly string[], piece: string): boolean =>
  piece.trim().length > 1 && texts.some((text) => text.includes(piece.trim()))

function Page({
  document,
  number,
  marked,
}: {
  document: PDFDocumentProxy
  number: number
  marked: readonly string[]
}) {
  const { t } = useTranslation('kernel')
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      const page = await document.getPage(number)
      const width = sheet.current?.clientWidth ?? 0
      if (!isCurrent || canvas.current === null || words.current === null || width === 0) return
      const scale = width / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale })
      const fine = page.getViewport({ scale: scale * Math.max(SHARPNESS, FINE_WIDTH / width) })
      // Drawn apart and shown at once, so that typing does not make the page flicker.
      const apart = globalThis.document.createElement('canvas')
      apart.width = Math.floor(fine.width)
      apart.height = Math.floor(fine.height)
      await page.render({ canvas: apart, viewport: fine }).promise
      if (!isCurrent) return
      canvas.current.width = apart.width
      canvas.current.height = apart.height
      canvas.current.getContext('2d')?.drawImage(apart, 0, 0)
      words.current.replaceChildren()
      words.current.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({
        textContentSource: page.streamTextContent(),
        container: words.current,
        viewport,
      }).render()
      if (isCurrent) setDrawn((times) => times + 1)
    }
    // A document that was given back while it was drawn has nothing left to show.
    void draw().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [document, number])
  useEffect(() => {
    for (const piece of words.current?.querySelectorAll('span') ?? [])
      piece.toggleAttribute('data-marked', isIn(marked, piece.textContent))
  }, [drawn, marked])
  return (
    <section ref={sheet} className="pdf-sheet" aria-label={t('pdf.page', { page: number })}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={words} className="pdf-words" />
    </section>
  )
}

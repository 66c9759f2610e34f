import { useQuery } from '@tanstack/react-query'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CvLanguage } from '#contract/cv.values.ts'
import { ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { type CvDraft, previewQuery } from './cv.queries.ts'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

/** The PDF itself, page by page, with its page ends drawn. Its text can be selected. */
export function PaperPreview({
  cv,
  language,
  draft,
  onPages,
}: {
  cv: string
  language: CvLanguage
  draft: CvDraft
  onPages: (count: number) => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const paper = useQuery(previewQuery(cv, language, draft))
  const shown = useDocument(paper.data)
  useEffect(() => {
    if (shown) onPages(shown.numPages)
  }, [shown, onPages])
  if (!shown)
    return paper.isError ? (
      <ErrorState error={paper.error} onRetry={paper.refetch} />
    ) : (
      <Loading label={t('kernel:state.loading')}>
        <span className="bone block !h-[70vh] w-full" />
      </Loading>
    )
  return (
    <div data-paper className="grid gap-3" aria-busy={paper.isFetching}>
      {Array.from({ length: shown.numPages }, (_, index) => (
        <div key={index}>
          <Page document={shown} number={index + 1} />
          {index + 1 < shown.numPages && <p className="page-cut mt-3">{t('preview.pageEnd', { page: index + 1 })}</p>}
        </div>
      ))}
    </div>
  )
}

/** The last paper that was read; the one before is given back. */
function useDocument(paper: Blob | undefined): PDFDocumentProxy | null {
  const [shown, setShown] = useState<PDFDocumentProxy | null>(null)
  useEffect(() => {
    if (paper === undefined) return
    let isCurrent = true
    void paper
      .arrayBuffer()
      .then((bytes) => getDocument({ data: new Uint8Array(bytes) }).promise)
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

/** Side of a page in CSS pixels at scale 1, and how much finer it is drawn. */
const SHARPNESS = 2

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation('cv')
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      const page = await document.getPage(number)
      const width = sheet.current?.clientWidth ?? 0
      if (!isCurrent || canvas.current === null || words.current === null || width === 0) return
      const scale = width / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale })
      const fine = page.getViewport({ scale: scale * SHARPNESS })
      // Drawn apart and shown at once, so that typing does not make the page flicker.
      const drawn = globalThis.document.createElement('canvas')
      drawn.width = Math.floor(fine.width)
      drawn.height = Math.floor(fine.height)
      await page.render({ canvas: drawn, viewport: fine }).promise
      if (!isCurrent) return
      canvas.current.width = drawn.width
      canvas.current.height = drawn.height
      canvas.current.getContext('2d')?.drawImage(drawn, 0, 0)
      words.current.replaceChildren()
      words.current.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport }).render()
    }
    // A document that was given back while it was drawn has nothing left to show.
    void draw().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [document, number])
  return (
    <section ref={sheet} className="cv-sheet" aria-label={t('preview.page', { page: number })}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={words} className="cv-words" />
    </section>
  )
}

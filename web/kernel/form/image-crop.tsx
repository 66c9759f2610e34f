import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { cropOf, cropped, dragged, type Framing } from './crop.ts'

const WHOLE: Framing = { zoom: 1, across: 0.5, down: 0.5 }
const NO_SIZE = { width: 0, height: 0 }

/**
 * The part of a picture that is kept, chosen by dragging or with three sliders.
 *
 * @param square the only shape that is offered: a portrait is round
 */
export function ImageCrop({
  source,
  maxBytes,
  square = false,
  hint,
  onDone,
  onClose,
}: {
  source: string
  maxBytes: number
  square?: boolean
  hint?: ReactNode
  onDone: (picture: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('kernel')
  const image = useRef<HTMLImageElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(NO_SIZE)
  const [shape, setShape] = useState<'square' | 'original'>(square ? 'square' : 'original')
  const [framing, setFraming] = useState(WHOLE)
  const [failed, setFailed] = useState(false)
  const isKnown = size.width > 0 && size.height > 0
  const ratio = shape === 'square' || !isKnown ? 1 : size.width / size.height
  const crop = cropOf(size, ratio, framing)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 || frame.current === null) return
    const scale = crop.width / frame.current.clientWidth
    setFraming(
      dragged(size, crop, framing, { x: event.movementX * scale, y: event.movementY * scale }),
    )
  }
  const keep = async () => {
    if (image.current === null || !isKnown) return
    try {
      onDone(await cropped(image.current, crop, maxBytes))
    } catch {
      setFailed(true)
    }
  }
  const slider = (key: keyof Framing, least: number, most: number) => (
    <label className="grid gap-1 text-sm">
      {t(`crop.${key}`)}
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={framing[key]}
        onChange={(event) => setFraming({ ...framing, [key]: Number(event.target.value) })}
      />
    </label>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('crop.title')}
      foot={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onClick={() => void keep()}>
            {t('crop.keep')}
          </Button>
        </>
      }
    >
      {hint && <p className="mt-2 text-ink-muted">{hint}</p>}
      {failed && (
        <p role="alert" className="mt-2 text-negative">
          {t('form.error.imageBroken')}
        </p>
      )}
      <div
        ref={frame}
        className="relative mx-auto mt-4 max-h-[320px] cursor-move touch-none overflow-hidden bg-surface-sunken"
        style={{ width: Math.min(320, 320 * ratio), aspectRatio: String(ratio) }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <img
          ref={image}
          src={source}
          alt={t('crop.title')}
          draggable={false}
          className="absolute max-w-none select-none"
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          style={
            isKnown
              ? {
                  width: `${(100 * size.width) / crop.width}%`,
                  left: `${(-100 * crop.left) / crop.width}%`,
                  top: `${(-100 * crop.top) / crop.height}%`,
                }
              : {}
          }
        />
      </div>
      <div className="mt-4 grid gap-3">
        {!square && (
          <Segments
            label={t('crop.shape')}
            value={shape}
            onChange={setShape}
            options={[
              { value: 'original', label: t('crop.original') },
              { value: 'square', label: t('crop.square') },
            ]}
          />
        )}
        {slider('zoom', 1, 4)}
        {slider('across', 0, 1)}
        {slider('down', 0, 1)}
      </div>
    </Dialog>
  )
}

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { checkImage, dataUrl } from '#api/kernel/images.ts'

const limits = { owner: 'anna', maxBytes: 100_000, maxPixels: 10_000, path: 'logo' }

function picture(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let x = 0; x < width; x += 1) {
    context.fillStyle = `hsl(${(x * 37) % 360} 80% 50%)`
    context.fillRect(x, 0, 1, height)
  }
  return canvas
}

const encoded = {
  'image/png': picture(60, 40).toBuffer('image/png'),
  'image/jpeg': picture(60, 40).toBuffer('image/jpeg'),
  'image/webp': picture(60, 40).toBuffer('image/webp'),
}

describe('a picture sent as base64', () => {
  test.each(Object.entries(encoded))(
    'is taken as %s by its own bytes, whatever the data URL claims',
    async (sent, bytes) => {
      const image = await checkImage(`data:text/html;base64,${bytes.toString('base64')}`, limits)
      const mediaType = sent === 'image/webp' ? 'image/jpeg' : sent
      expect(image).toMatchObject({ mediaType, width: 60, height: 40 })
      expect(dataUrl(image)).toBe(`data:${mediaType};base64,${image.bytes.toString('base64')}`)
      expect(await loadImage(image.bytes)).toMatchObject({ width: 60, height: 40 })
    },
  )

  test.each(['image/png', 'image/jpeg'] as const)(
    'that was read here is kept as it was: %s',
    async (mediaType) => {
      const once = await checkImage(encoded[mediaType].toString('base64'), limits)
      const again = await checkImage(dataUrl(once), limits)
      expect(again.bytes.equals(once.bytes)).toBe(true)
    },
  )

  test('with more behind its pixels than they need is encoded anew', async () => {
    const padded = Buffer.concat([encoded['image/png'], Buffer.alloc(500)])
    expect((await checkImage(padded.toString('base64'), limits)).bytes.length).toBeLessThan(
      padded.length,
    )
  })

  test('is kept at print size', async () => {
    const large = picture(3_000, 1_500).toBuffer('image/jpeg').toString('base64')
    const image = await checkImage(large, { owner: 'anna', maxBytes: 2_000_000 })
    expect(image).toMatchObject({ mediaType: 'image/jpeg', width: 1_000, height: 500 })
  })

  test('keeps what lets the paper through', async () => {
    const canvas = createCanvas(40, 40)
    canvas.getContext('2d').fillRect(0, 0, 20, 20)
    const image = await checkImage(canvas.toBuffer('image/webp').toString('base64'), limits)
    expect(image.mediaType).toBe('image/png')
  })

  test('leaves its camera, its place and what is hidden behind its end, and stands as its camera held it', async () => {
    // One entry of EXIF: orientation 6, the camera on its side.
    const tiff = Buffer.from([
      0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
    ])
    const exif = Buffer.concat([Buffer.from('Exif\0\0GPS 48.85 2.35', 'latin1'), tiff])
    const exact = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
    const segment = (body: Buffer) =>
      Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body])
    const jpeg = encoded['image/jpeg']
    const sent = Buffer.concat([
      jpeg.subarray(0, 2),
      segment(exact),
      segment(exif),
      jpeg.subarray(2),
      Buffer.from('PK hidden'),
    ])
    const { bytes, width, height } = await checkImage(sent.toString('base64'), limits)
    expect([width, height]).toEqual([40, 60])
    for (const text of ['Exif', 'GPS', 'hidden']) expect(bytes.includes(text)).toBe(false)
  })

  test.each(Object.entries(encoded))(
    'is refused when the %s stops in the middle',
    async (_, bytes) => {
      const cut = bytes.subarray(0, Math.floor(bytes.length / 2)).toString('base64')
      await expect(checkImage(cut, limits)).rejects.toMatchObject({
        code: 'IMAGE_INVALID',
        kind: 'invalid',
        fields: [{ path: 'logo' }],
      })
    },
  )

  test('is refused when its content is damaged behind a sound head', async () => {
    const damaged = Buffer.from(encoded['image/png'])
    damaged.fill(0xaa, 45, damaged.length - 20)
    await expect(checkImage(damaged.toString('base64'), limits)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    })
  })

  test('is refused when one byte of a PNG is another: its checksum tells, the decoder does not', async () => {
    const altered = Buffer.from(encoded['image/png'])
    const at = altered.length - 20
    altered[at] = (altered[at] ?? 0) ^ 0x01
    await expect(checkImage(altered.toString('base64'), limits)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    })
  })

  test.each([
    '',
    '****',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>').toString(
      'base64',
    ),
    Buffer.from('GIF89a'.padEnd(80, 'x')).toString('base64'),
  ])('is refused when it is no PNG, JPEG or WebP (%#)', async (content) => {
    await expect(checkImage(content, limits)).rejects.toMatchObject({ code: 'IMAGE_INVALID' })
  })

  test('OF102: is refused with a word of its own when it is a phone’s HEIC', async () => {
    const phone = (brand: string) =>
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`.padEnd(40, '\0'))])
    const check = (brand: string) => checkImage(phone(brand).toString('base64'), limits)
    await expect(check('heic')).rejects.toMatchObject({ code: 'IMAGE_HEIC', kind: 'invalid' })
    await expect(check('mif1')).rejects.toMatchObject({ code: 'IMAGE_HEIC' })
    await expect(check('isom')).rejects.toMatchObject({ code: 'IMAGE_INVALID' })
  })

  test('is refused above the limit of bytes, saying it', async () => {
    const content = encoded['image/png'].toString('base64')
    await expect(
      checkImage(content, { ...limits, maxBytes: encoded['image/png'].length }),
    ).resolves.toBeDefined()
    await expect(
      checkImage(content, { ...limits, maxBytes: encoded['image/png'].length - 1 }),
    ).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
      kind: 'too-large',
    })
  })

  test('is refused above the limit of pixels before it is decoded', async () => {
    const bomb = Buffer.from(encoded['image/png'])
    bomb.writeUInt32BE(50_000, 16)
    bomb.writeUInt32BE(50_000, 20)
    await expect(checkImage(bomb.toString('base64'), limits)).rejects.toMatchObject({
      code: 'IMAGE_TOO_MANY_PIXELS',
    })
  })
})

/** Draws the icons of the installed application from `web/public/icon.svg`. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const FOLDER = path.resolve(import.meta.dirname, '../web/public')
const PAPER = '#f3f5f8'

/**
 * @param share of the side that the notebook takes. A mask may cut a fifth of each side
 * @source W3C, Web Application Manifest, "Icon masks and safe zone"
 */
async function drawn(side: number, share: number, paper: string | null): Promise<Buffer> {
  const svg = readFileSync(path.join(FOLDER, 'icon.svg'), 'utf8')
  const size = Math.round(side * share)
  const image = await loadImage(
    Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)),
  )
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  if (paper !== null) {
    context.fillStyle = paper
    context.fillRect(0, 0, side, side)
  }
  const at = Math.round((side - size) / 2)
  context.drawImage(image, at, at, size, size)
  return canvas.toBuffer('image/png')
}

/** One picture in the form of Windows icons, which may hold a PNG. */
function ico(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

const write = (name: string, bytes: Buffer): void => writeFileSync(path.join(FOLDER, name), bytes)
write('icon-192.png', await drawn(192, 0.92, null))
write('icon-512.png', await drawn(512, 0.92, null))
write('icon-maskable-512.png', await drawn(512, 0.58, PAPER))
write('apple-touch-icon.png', await drawn(180, 0.72, PAPER))
write('favicon.ico', ico(await drawn(32, 1, null), 32))

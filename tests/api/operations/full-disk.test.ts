import { expect, test } from 'vitest'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { startProduct } from '#tests/kernel/start-product.ts'

test('writing stops before the disk is full; reading and sign-in go on', async () => {
  const before = await startProduct()
  const anna = await before.freelancer('anna')
  await before.data(anna, 'POST', `company/${anna.userId}`, { name: 'Avant' })
  await before.stop(true)
  const product = await startProduct({
    dataDir: before.dataDir,
    // More than any disk has.
    environment: { DISK_RESERVE_MB: '999999999999' },
  })
  try {
    const admin = await product.signIn('admin', PASSWORDS.admin)
    const list = await product.as(admin, 'GET', `company/${admin.userId}/all`)
    expect(list.statusCode).toBe(200)
    const refused = await product.as(admin, 'POST', `company/${admin.userId}`, { name: 'Après' })
    expect([refused.statusCode, refused.json().result.code]).toEqual([503, 'DISK_FULL'])
    expect(refused.json().result.message).toContain('disque')
    const ready = await product.app.inject('/api/ready')
    expect(ready.statusCode).toBe(503)
    const metrics = await product.as(admin, 'GET', 'metrics')
    expect(metrics.body).toMatch(/carnet_disk_free_bytes \d/)
  } finally {
    await product.stop()
  }
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { titles } from './web/kernel/words/titles-plugin.ts'

export default defineConfig({
  plugins: [react(), titles(import.meta.dirname)],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // The runner has two cores; crash and browser tests start processes of their own.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
  },
})

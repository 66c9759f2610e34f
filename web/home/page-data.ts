import { createContext, useContext } from 'react'
import type { PageData } from '#contract/public-page.ts'

const Data = createContext<PageData>({ publisher: {} })

/** What the server gives a public page to show, besides its words. */
export const usePageData = (): PageData => useContext(Data)
export const PageDataProvider = Data.Provider

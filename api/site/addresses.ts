/** Where the pages of the blog are. */
export const BLOG_PATH = '/blogs'
export const FEED_PATH = `${BLOG_PATH}/feed.xml`
const COVERS = `${BLOG_PATH}/covers`
export const COVER_ROUTE = `${COVERS}/:sha256`

export const articlePath = (slug: string): string => `${BLOG_PATH}/${encodeURIComponent(slug)}`
/** @param sha256 of the picture; '' for none */
export const coverPath = (sha256: string): string => (sha256 === '' ? '' : `${COVERS}/${sha256}`)

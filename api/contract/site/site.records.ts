/** Records of the site, apart from `records.ts`: no other screen loads them. */
export { Blog } from '#domain/site/blog.record.ts'
export { Content } from '#domain/site/content.record.ts'
export { Topic } from '#domain/site/topic.record.ts'

# docker build -t bugle . && docker run --read-only --tmpfs /tmp -p 127.0.0.1:8080:8080 -v bugle:/data bugle
# The digest is that of an index for amd64 and arm64. Renew it: docker buildx imagetools inspect node:24-bookworm-slim
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS build
WORKDIR /opt/bugle
COPY . .
# Installs what the server needs and builds it, without starting it; then the mobile app for /m/, and the documentation.
RUN npm start -- --help > /dev/null && npm run mobile > /dev/null && npm run docs > /dev/null && node scripts/image.mjs /image

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Bugle" \
      org.opencontainers.image.description="An error tracker that a team can run itself" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="https://github.com/bugle/bugle" \
      org.opencontainers.image.documentation="https://github.com/bugle/bugle/blob/main/docs/self-hosting.md" \
      org.opencontainers.image.base.name="${NODE_IMAGE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /image /opt/bugle
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /opt/bugle
ENV NODE_ENV=production HOST=0.0.0.0 BUGLE_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/dist/main.js"]
CMD ["serve"]

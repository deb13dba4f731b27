# docker build -t bugle . && docker run -p 127.0.0.1:8080:8080 -v bugle:/data bugle
FROM node:24-bookworm-slim AS build
WORKDIR /opt/bugle
COPY . .
# Installs what the server needs and builds it, without starting it; then the mobile app for /m/.
RUN npm start -- --help > /dev/null && npm run mobile > /dev/null && node scripts/image.mjs /image

FROM node:24-bookworm-slim
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

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes src/main/java/org/ibcavi/tribuo/protos from tribuo-ibcavi.proto. Needed only after a change of the .proto file.
#
#   mvn -q package -DskipTests -pl tribuo-ibcavi -am dependency:build-classpath -Dmdep.outputFile=/tmp/classpath
#   mvn -q dependency:copy -Dartifact=com.google.protobuf:protoc:3.25.6:exe:linux-x86_64 -DoutputDirectory=/tmp
#   tribuo-ibcavi/src/main/proto/regenerate.sh "$(cat /tmp/classpath)" /tmp/protoc-3.25.6-linux-x86_64.exe
#
# Tribuo's .proto files import one of OLCUT that no published jar holds. Their descriptors, compiled into Tribuo's
# classes, stand in for them.
set -eu
classpath=$1
protoc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/DumpDescriptors.java" <<'JAVA'
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.tribuo.protos.core.ModelDataProto;

class DumpDescriptors {
  public static void main(String[] args) throws Exception {
    Set<FileDescriptor> files = new LinkedHashSet<>();
    collect(ModelDataProto.getDescriptor().getFile(), files);
    FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
    files.forEach(file -> set.addFile(file.toProto()));
    try (OutputStream out = new FileOutputStream(args[0])) {
      set.build().writeTo(out);
    }
  }

  static void collect(FileDescriptor file, Set<FileDescriptor> files) {
    file.getDependencies().forEach(dependency -> collect(dependency, files));
    files.add(file);
  }
}
JAVA
java -cp "$classpath" "$work/DumpDescriptors.java" "$work/dependencies.desc"
chmod +x "$protoc"
"$protoc" --descriptor_set_in="$work/dependencies.desc" -I "$here" --java_out="$work" tribuo-ibcavi.proto

# The annotations keep lint and Error Prone away from code that nobody wrote.
target="$here/../java/org/ibcavi/tribuo/protos"
mkdir -p "$target"
for file in "$work"/org/ibcavi/tribuo/protos/*.java; do
  {
    echo "// SPDX-License-Identifier: Apache-2.0"
    sed -E 's/^public (final class|interface)/@javax.annotation.processing.Generated("protoc 3.25.6")\n@SuppressWarnings("all")\n&/' \
      "$file"
  } > "$target/$(basename "$file")"
done
